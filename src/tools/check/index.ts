import { runCheck } from './check'

// npx tsx src/tools/check/index.ts [--json] [--database]: prints every mistake in the schema files.
// With --database, also prints what the changed files mean for the stored data.
process.exitCode = await runCheck(process.argv.slice(2), process.env, (line) => console.log(line))
