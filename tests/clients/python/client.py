"""The official Python client against a running server, in each of its modes: lists tools, calls all four, reads a
resource, and gets errors as errors. Called by tests/worker/clients.test.mjs."""

import asyncio
import sys

from mcp import Client, MCPError

NAME = "documents/knowledge-worker.example/start/quickstart"
TOOLS = ["search_documents", "get_documents", "answer_query", "search_documentation"]


async def check(url: str, mode: str) -> None:
    async with Client(url, mode=mode) as client:
        assert [tool.name for tool in (await client.list_tools()).tools] == TOOLS

        for tool, arguments, key in [
            ("search_documents", {"query": "quickstart"}, "results"),
            ("get_documents", {"names": [NAME]}, "documents"),
            ("answer_query", {"query": "What is an MCP server?"}, "answerText"),
            ("search_documentation", {"userQuery": "quickstart"}, "results"),
        ]:
            result = await client.call_tool(tool, arguments)
            assert not result.is_error and result.structured_content[key], f"{tool}: {result}"
            assert result.content[0].text

        wrong = await client.call_tool("get_documents", {"names": ["documents/no/such"]})
        assert wrong.is_error and "documents/no/such" in wrong.content[0].text
        try:
            await client.call_tool("nope", {})
        except MCPError as error:
            assert error.code == -32602, error
        else:
            raise AssertionError("an unknown tool is no error")

        read = await client.read_resource("https://knowledge-worker.example/start/quickstart")
        assert read.contents[0].text.startswith("#")
        version = client.protocol_version
    print(f"python, {mode}: ok ({version})")


async def main() -> None:
    for mode in ["legacy", "auto", "2026-07-28"]:
        await check(sys.argv[1], mode)


asyncio.run(main())
