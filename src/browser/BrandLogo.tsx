import type { ReactNode } from 'react'
import { siteConfig } from './http/config'

/** Renders the logo of the bank, and without one the children. The name of the portal is the text beside it. */
export const BrandLogo = ({ children }: { children?: ReactNode }) => {
  const logo = siteConfig().brand?.logo
  return logo ? <img className="brand-logo" src={logo} alt="" height={32} /> : children
}
