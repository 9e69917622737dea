import type { ChannelSettings } from './message-channels'

/** Names of the headers that travel with each call (specification, section 7). */
export const headerNames = {
  source: 'Source',
  clientIP: 'ClientIP',
  serviceType: 'RevServiceType',
  verificationCode: 'VCode',
  authorization: 'Authorization',
  uniformNo: 'UniformNo',
} as const

/** What `/config.json` tells the site at run time: one build serves every bank. An absent channel is offered. */
export interface SiteConfig extends Partial<ChannelSettings> {
  /** Address of the backend before `/api`; empty = the site's own. */
  readonly baseAddress: string
  readonly source: string
  readonly clientIP: string
  readonly serviceType: string
  /** Minutes without mouse or key until a session is closed. */
  readonly idleMinutes: number
  /** Address of the compiled schemas; absent = the file that the build made. */
  readonly schemas?: string
  /** How days and months are written where a schema does not say it; absent = gregorian. */
  readonly calendar?: 'roc' | 'gregorian'
  /** A real portal works on the embedded database: the admin area says so on every page. */
  readonly embeddedInProduction?: boolean
  /** A demo works on a server's database, where real data might be expected: every page warns of it. */
  readonly demoOnServer?: boolean
  /** Shows the demo accounts on the sign-in page. */
  readonly demo: DemoHints | null
  /** The bank's own words for legal and help pages, in plain text; a line that begins with `# ` is a heading. A page without has the portal's. */
  readonly texts?: Readonly<Partial<Record<SiteText, string>>>
}

/** The pages whose text a bank may set. */
export type SiteText = 'privacy' | 'accessibility' | 'contact'

/** Sign-in hints of the demo mode. */
export interface DemoHints {
  /** Users: `company` is whose they are, `label` what they may do. */
  readonly companies: readonly {
    readonly UniformNo: string
    readonly UserId: string
    readonly Mima: string
    readonly company?: string
    readonly label: string
  }[]
  readonly payers: readonly { readonly UniformNo: string; readonly label: string; readonly fields: Readonly<Record<string, string>> }[]
}
