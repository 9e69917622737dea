import { channelSettings } from '../../src/contract/channel-settings'
import { noticesVia, outboxGateway } from '../../src/server/notices/notices'
import {
  type Jobs,
  type Log,
  type Notices,
  noMetrics,
  type Passwords,
  type Ports,
  type Sheets,
} from '../../src/server/ports'
import type { TestClock } from './clock'

/** A log that tests can read. */
export interface TestLog extends Log {
  readonly lines: { level: 'info' | 'warn' | 'error'; event: string; facts: Readonly<Record<string, unknown>> }[]
}

export const testLog = (): TestLog => {
  const lines: TestLog['lines'] = []
  const write =
    (level: TestLog['lines'][number]['level']) =>
    (event: string, facts = {}) =>
      void lines.push({ level, event, facts })
  return {
    lines,
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    answered: (request) => write('info')('answered', { ...request }),
    problem: () => undefined,
  }
}

export interface Adapters {
  readonly passwords: Passwords
  readonly slips: Ports['slips']
  readonly zip: Ports['zip']
  readonly sheets: Sheets
  readonly layouts: Ports['layouts']
  readonly bankFileTools: Ports['bankFileTools']
  readonly jobs: Jobs
  readonly certificates: Ports['certificates']
  readonly push: Ports['push']
  readonly receipts: Ports['receipts']
  readonly feeReceipts: Ports['feeReceipts']
  readonly reports: Ports['reports']
  readonly unprintableCharacters: Ports['unprintableCharacters']
  /** Absent = messages are stored in the outbox, where tests read them. */
  readonly notices?: Notices
  readonly log: TestLog
}

type Databases = Pick<Ports, 'db' | 'backgroundDb'>

/** Returns the ports of a test portal, with its clock, its log and these adapters. */
export const testPorts = (
  { db, backgroundDb }: Databases,
  clock: TestClock,
  adapters: Adapters,
): Ports & { readonly log: TestLog } => ({
  db,
  backgroundDb,
  clock,
  notices: noticesVia(outboxGateway(db, clock), adapters.log),
  metrics: noMetrics,
  ...adapters,
  settings: {
    secret: new Uint8Array(32).fill(7),
    certificateSecrets: [new Uint8Array(32).fill(9)],
    bankCreditSecrets: [new Uint8Array(32).fill(11)],
    demo: false,
    portalName: '代收繳費服務網',
    bankCode: '999',
    ...channelSettings(() => true),
    publicAddress: 'https://pay.bank.example',
    sessionIdleMinutes: 30,
    payerNumbers: { beforeMoreWork: 20, perHour: 60 },
    releasesUploads: false,
    expectedBankFiles: [
      { layout: 'store', channel: '01' },
      { layout: 'store', channel: '02' },
      { layout: 'bank', channel: null },
    ],
    maxBodyBytes: 1_048_576,
    maxUploadBytes: 10_485_760,
    apiDocs: true,
    links: { eBill: 'https://ebill.example.com/pay?account={Account}&amount={Amount}', bankMobile: null },
  },
})
