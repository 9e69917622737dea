import { type Brand, defaultPortalName } from '../../../contract/brand'
import type { Logo } from '../settings/brand'

/**
 * Returns the page with the name, the sign and the colours of the bank, so that they are there from the first paint.
 * The page contains the default name, and styles with an empty nonce.
 */
export const brandedPage = (page: string, { name, logo, colours }: Brand): string => {
  const named = name === defaultPortalName ? page : page.replaceAll(defaultPortalName, escapeHtml(name))
  const withSign = logo ? named.replace(/<link rel="icon"[^>]*>/, `<link rel="icon" href="${logo}" />`) : named
  if (!colours) return withSign
  const { light, dark } = colours
  return withSign
    .replace(/(<link rel="icon"[^>]*fill='%23)[\da-f]{6}/, `$1${light.brand.slice(1)}`)
    .replace(/(<meta name="theme-color" content=")[^"]*"/, `$1${light.brand}"`)
    .replace(
      '</head>',
      `<style nonce="">.splash{--primary:${light.primary};--brand:${light.brand};--on-brand:${light.onBrand}}@media (prefers-color-scheme:dark){.splash{--primary:${dark.primary};--brand:${dark.brand};--on-brand:${dark.onBrand}}}</style></head>`,
    )
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Returns the logo, or status 404 if the path is not that of the logo. The address changes with the file. */
export const logoResponse = (logo: Logo | undefined, path: string): Response =>
  logo?.path === path
    ? new Response(logo.bytes, {
        headers: {
          'Content-Type': logo.type,
          'Cache-Control': 'public, max-age=31536000, immutable',
          'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        },
      })
    : new Response('Not found.', { status: 404, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
