import { useEffect } from 'react'
import { defaultPortalName } from '../contract/brand'
import { siteConfig } from './http/config'

/** Returns the name of the portal: that of the bank, or its own. */
export const productName = (): string => siteConfig().brand?.name ?? defaultPortalName

/** Sets the title of the page in the browser's tab and history. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title}｜${productName()}`
  }, [title])
}
