import { runCheck } from './check'

// npx tsx src/tools/check.ts [--json] [--database]: every mistake in the schema files; with a database at hand also what a change would lose there.
process.exitCode = await runCheck(process.argv.slice(2), process.env, (line) => console.log(line))
