//! Tables of numbers that a laboratory changes by name.

/// Defines a struct of numbers, the values that are used, and a way to find each by its name, from
/// one list.
macro_rules! table {
    (
        $(#[$about:meta])*
        $name:ident { $($(#[$meaning:meta])* $field:ident = $value:expr,)* }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name {
            $($(#[$meaning])* pub $field: f32,)*
        }

        impl $name {
            /// The values that are used.
            pub const DEFAULT: $name = $name { $($field: $value,)* };

            /// Nothing of any.
            pub const NONE: $name = $name { $($field: 0.0,)* };

            /// The value with this name, to be changed; `None` if there is no such value.
            pub fn get_mut(&mut self, name: &str) -> Option<&mut f32> {
                match name {
                    $(stringify!($field) => Some(&mut self.$field),)*
                    _ => None,
                }
            }

            /// All names, each with its value, in the order of their definition.
            pub fn named(&self) -> impl Iterator<Item = (&'static str, f32)> {
                [$((stringify!($field), self.$field),)*].into_iter()
            }
        }

        impl Default for $name {
            fn default() -> Self {
                $name::DEFAULT
            }
        }
    };
}

pub(crate) use table;
