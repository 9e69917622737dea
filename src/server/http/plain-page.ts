import { html } from 'hono/html'
import { defaultPortalName } from '../../contract/brand'

/** A fragment of HTML; inserted values are escaped. */
export type HtmlFragment = ReturnType<typeof html>

interface PlainPage {
  readonly title: string
  /** Absent = the portal's own name. */
  readonly portalName?: string
  readonly body: HtmlFragment
  /** The styles of the page, or a link to them. */
  readonly styles: HtmlFragment
}

/**
 * Returns a page without scripts that consists of text and tables, for the description of the API and for the pages of
 * the demo.
 */
export const plainPage = ({
  title,
  portalName = defaultPortalName,
  body,
  styles,
}: PlainPage): HtmlFragment => html`<!doctype html>
  <html lang="zh-Hant-TW">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title}</title>
      ${styles}
    </head>
    <body>
      <header><a href="/">${portalName}</a></header>
      <main>
        <h1>${title}</h1>
        ${body}
      </main>
    </body>
  </html>`

/** The style sheet of plain pages, with the portal's light and dark colours. */
export const plainPageCss = `
:root { color-scheme: light dark; --page: #f3f6f7; --surface: #fff; --line: #d3dce0; --text: #17262d; --quiet: #4d5f68; --primary: #0b5d6b; --soft: #e0f0f2; --brand: #0a3a44; --warning: #7a4d00; --focus: #c2570c }
@media (prefers-color-scheme: dark) {
  :root { --page: #0f171a; --surface: #182327; --line: #33434a; --text: #e8eff1; --quiet: #a9bac1; --primary: #6fc3d1; --soft: #12353c; --brand: #0a2a31; --warning: #f0b95a; --focus: #ffb169 }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.6 system-ui, 'Noto Sans TC', 'Microsoft JhengHei', sans-serif; overflow-wrap: anywhere }
header { background: var(--brand); padding: .9rem 1.5rem }
header a { color: #fff; font-weight: 700; text-decoration: none }
main { max-width: 76rem; margin: 0 auto; padding: 1rem 1.5rem 4rem }
h1 { font-size: 1.6rem; margin: 1rem 0 }
h2 { font-size: 1.15rem; margin: 0 0 .5rem }
h3 { font-size: 1rem; margin: 1.2rem 0 .4rem }
small { color: var(--quiet); font-weight: 400 }
section { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 1rem 1.25rem; margin: 1rem 0; scroll-margin-top: 1rem }
section:target { border-color: var(--primary); box-shadow: 0 0 0 1px var(--primary) }
a { color: var(--primary) }
button, .button { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0 1.5rem; border: 0; border-radius: 6px; background: var(--primary); color: var(--surface); font: inherit; font-weight: 700; text-decoration: none; cursor: pointer }
a:focus-visible, button:focus-visible, .scroll:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }
code { font: .875rem/1.5 ui-monospace, Consolas, monospace }
code b { display: inline-block; min-width: 4rem; color: var(--primary) }
em { color: var(--warning); font-style: normal; font-size: .875rem }
pre { margin: .75rem 0 0; font: inherit; white-space: pre-wrap }
dl { margin: 0 }
.narrow { max-width: 36rem }
.narrow dl { margin-top: .75rem }
.narrow dd:last-of-type { font-size: 1.5rem; font-weight: 700 }
dt { color: var(--quiet); font-size: .875rem }
dd { margin: 0 0 .6rem }
ul { margin: 0; padding: 0; list-style: none }
.calls li { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr) 5rem; gap: .25rem 1rem; padding: .3rem 0; border-top: 1px solid var(--line) }
.calls a { text-decoration: none }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: .9375rem }
th { text-align: left; color: var(--quiet); font-weight: 600; white-space: nowrap }
th, td { padding: .35rem .75rem .35rem 0; border-top: 1px solid var(--line); vertical-align: top }
td:first-child { min-width: 11rem }
td:nth-child(2) { min-width: 9rem }
td:nth-child(4) { min-width: 14rem }
@media (max-width: 40rem) {
  main { padding: .5rem 1rem 3rem }
  .calls li { grid-template-columns: 1fr }
}
`
