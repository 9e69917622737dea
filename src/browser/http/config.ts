import type { SiteConfig } from '../../contract/site-config'

let currentConfig: SiteConfig = {
  baseAddress: '',
  source: 'Web',
  clientIP: '',
  serviceType: '',
  idleMinutes: 10,
  demo: null,
}

/** Sets the settings from `/config.json`; called once before the first render. */
export const configureSite = (config: SiteConfig): void => {
  currentConfig = config
}

/** Returns the settings of this installation. */
export const siteConfig = (): SiteConfig => currentConfig
