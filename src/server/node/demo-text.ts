import type { DemoHints } from '../../contract/headers'

/** The demo accounts as the console shows them. */
export const demoText = (url: string, { companies, payers }: DemoHints): string =>
  [
    `Demo mode: messages are kept at ${url}/demo/outbox`,
    'Demo accounts (UniformNo, UserId, password):',
    ...companies.map(({ UniformNo, UserId, Mima, company, label }) => `  ${UniformNo}  ${UserId.padEnd(10)} ${Mima}  ${company} ${label}`),
    'Demo payers:',
    ...payers.map(({ UniformNo, fields, label }) => `  ${UniformNo}  ${entries(fields)}  ${label}`),
  ].join('\n')

const entries = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${value}`)
    .join('  ')

const line = '='.repeat(78)

/** Returns the warning that a demo on a server's database prints at its start: people may take it for a trial of the real portal. */
export const demoWarning = (databaseUrl: string): string => {
  const { host, pathname } = new URL(databaseUrl)
  return [
    line,
    `  THIS IS A DEMO ON A SERVER'S DATABASE: ${host}${pathname} (DEMO=1 with DATABASE_URL).`,
    '  - Its accounts and their passwords are public.',
    '  - Everybody who can open the portal can read the one-time passwords of all users at /demo/outbox.',
    '  - Never enter real data here. A real portal runs without DEMO=1.',
    line,
  ].join('\n')
}
