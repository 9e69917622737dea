import type { SiteConfig } from '../../contract/headers'
import { demoHints } from '../demo/hints'
import type { Db } from '../ports'
import type { NodeSettings } from './settings'

/** What `/config.json` tells the site; where no ClientIP is set, the address of the caller. */
export const siteConfig = async ({ site, demo }: Pick<NodeSettings, 'site' | 'demo'>, db: Db, callerIp: string): Promise<SiteConfig> => ({
  ...site,
  clientIP: site.clientIP || callerIp,
  demo: demo ? await demoHints(db) : null,
})
