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
