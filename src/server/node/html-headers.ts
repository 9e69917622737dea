import { randomBytes } from 'node:crypto'
import type { NodeSettings } from './settings'

/** A nonce for the styles of one page view. */
export const newNonce = (): string => randomBytes(16).toString('base64')

/** The content security policy of the site: own scripts alone, styles by nonce, calls to this server and to the bank's backend. */
export const sitePolicy = (nonce: string, { site }: Pick<NodeSettings, 'site'>): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${site.baseAddress}`.trim(),
    "media-src 'self' blob:",
    "frame-src 'self' blob:",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
