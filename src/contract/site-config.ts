import type { Brand } from './brand'
import type { ChannelSettings } from './channel-settings'

/**
 * The content of `/config.json`, read at run time, so that one build serves every bank.
 * A message channel whose setting is absent is offered.
 */
export interface SiteConfig extends ChannelSettings {
  /** Origin of the backend, such as `https://api.example.com`; empty = the site's own origin. */
  readonly baseAddress: string
  /** Values of the headers Source, ClientIP and RevServiceType. */
  readonly source: string
  readonly clientIP: string
  readonly serviceType: string
  /** Minutes without activity after which the browser ends a session. */
  readonly idleMinutes: number
  /** Address of the compiled schemas; absent = the file that the build generated. */
  readonly schemas?: string
  /** Calendar of dates and months whose schema sets no calendar; absent = gregorian. */
  readonly calendar?: 'roc' | 'gregorian'
  /** The portal runs in production on the embedded database; every page of the admin area shows a warning. */
  readonly embeddedInProduction?: boolean
  /** The demo runs on a database server, where users might expect real data; every page shows a warning. */
  readonly demoOnServer?: boolean
  /** The name, logo and colours of the bank; absent = those of the portal. */
  readonly brand?: Brand
  /** The telephone number of the bank for questions about the portal; absent = none is shown. */
  readonly phone?: string
  /** Demo accounts that the sign-in pages show; null = none. */
  readonly demo: DemoHints | null
  /**
   * The bank's own texts of legal and help pages, in plain text; a line that begins with `# ` is a heading.
   * A page without an entry shows the portal's text.
   */
  readonly texts?: Readonly<Partial<Record<SiteText, string>>>
}

/** The pages whose text a bank may set. */
export type SiteText = 'privacy' | 'accessibility' | 'contact'

/** The demo accounts that the sign-in pages show. */
export interface DemoHints {
  /** Users of the companies and of the bank; `company` is the name of their company, `label` their role. */
  readonly companies: readonly {
    readonly UniformNo: string
    readonly UserId: string
    readonly Mima: string
    readonly company: string
    readonly label: string
  }[]
  /** Payers; `company` is the name of their company, `fields` contains the values of the sign-in form by field name. */
  readonly payers: readonly {
    readonly UniformNo: string
    readonly company: string
    readonly label: string
    readonly fields: Readonly<Record<string, string>>
  }[]
}
