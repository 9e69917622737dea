import { html, raw } from 'hono/html'
import { type Part, plainPage, style } from '../http/plain-page'

/** A page of the demo: the look of the portal's plain pages, no script, and nothing loaded. */
export const demoPage = async (title: string, body: Part, status = 200): Promise<Response> => {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src '${await styleHash()}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
  return new Response(String(await plainPage({ title, body, look: html`<style>${raw(style)}</style>` })), { status, headers })
}

/** The styles stand in the page, and these alone count. */
const styleHash = async (): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
}
