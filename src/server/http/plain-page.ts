import { html } from 'hono/html'

/** A piece of a page; what is put into it is shown as text. */
export type Part = ReturnType<typeof html>

interface PlainPage {
  readonly title: string
  readonly body: Part
  /** What gives the page its look: a link, or the styles themselves. */
  readonly look: Part
}

/** A page of text and tables without any script, for what is no part of the site: the API's description and the demo's own pages. */
export const plainPage = ({ title, body, look }: PlainPage): Part => html`<!doctype html>
  <html lang="zh-Hant-TW">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title}</title>
      ${look}
    </head>
    <body>
      <header><a href="/">代收繳費服務網</a></header>
      <main>
        <h1>${title}</h1>
        ${body}
      </main>
    </body>
  </html>`
