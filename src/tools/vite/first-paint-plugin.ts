import type { Plugin } from 'vite'

/** Puts the styles of the first page into the page itself, so that it is drawn before anything else has arrived. The server gives them their nonce. */
export const firstPaintPlugin = (): Plugin => ({
  name: 'portal-first-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) =>
      html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (link, file: string) => {
        const asset = bundle[file]
        return asset?.type === 'asset' ? `<style nonce="">${String(asset.source).trim()}</style>` : link
      }),
  },
})
