// The command that the referee runs as the client under test. It hands the server's address to the test that started the
// referee, waits until the host there is done, and ends as that test says.

const {
  LOGGIA_CONFORMANCE: test = '',
  MCP_CONFORMANCE_SCENARIO: scenario,
  MCP_CONFORMANCE_CONTEXT: context = '{}',
} = process.env;
const answer = await fetch(test, {
  method: 'POST',
  body: JSON.stringify({ scenario, url: process.argv[2], context: JSON.parse(context) }),
});
console.error(await answer.text());
process.exitCode = answer.ok ? 0 : 1;
