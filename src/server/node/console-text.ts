import type { DemoHints } from '../../contract/site-config'
import { demoMima } from '../demo/users'

/** Returns what the console shows once the portal is ready: its addresses and, in demo mode, the accounts. */
export const readyText = (url: string, demo: DemoHints | null): string =>
  [
    '',
    'The portal is ready (Ctrl-C stops it):',
    `  companies and bank  ${url}/company`,
    `  payers              ${url}/client`,
    ...(demo ? [`  demo messages       ${url}/demo/outbox`, ...accountLines(demo)] : []),
  ].join('\n')

const accountLines = ({ companies, payers }: DemoHints): readonly string[] => [
  '',
  `Demo accounts (uniform number: users), password ${demoMima}:`,
  ...[...new Set(companies.map(({ UniformNo }) => UniformNo))].map((uniformNo) => {
    const users = companies.filter(({ UniformNo }) => UniformNo === uniformNo)
    return `  ${uniformNo}: ${users.map(({ UserId }) => UserId).join(', ')}  ${users[0]?.company}`
  }),
  'Demo payers:',
  ...payers.map(({ UniformNo, fields, company }) => `  ${UniformNo}: ${fieldText(fields)}  ${company}`),
]

const fieldText = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')

const separator = '='.repeat(78)

/** Returns the warning of a demo on a database server, which people may mistake for a trial of the real portal. */
export const demoWarning = (databaseUrl: string): string => {
  const { host, pathname } = new URL(databaseUrl)
  return [
    separator,
    `  THIS IS A DEMO ON A SERVER'S DATABASE: ${host}${pathname} (DEMO=1 with DATABASE_URL).`,
    '  - Its accounts and their passwords are public.',
    '  - Everyone who can open the portal can read the one-time passwords of all users at /demo/outbox.',
    '  - Never enter real data here. A real portal runs without DEMO=1.',
    separator,
  ].join('\n')
}
