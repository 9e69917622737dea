import type { Plugin } from 'vite'

/** The path of the page that shows every part of the admin area in every state. */
const lookPath = '/look'

/** Adds that page to the dev server. The page consists of the portal's own components, and updates when they change. */
export const lookPlugin = (): Plugin => ({
  name: 'portal-look',
  apply: 'serve',
  configureServer({ middlewares, transformIndexHtml }) {
    middlewares.use(lookPath, (request, response, next) => {
      transformIndexHtml(request.originalUrl ?? lookPath, page)
        .then((html) => response.setHeader('Content-Type', 'text/html; charset=utf-8').end(html))
        .catch(next)
    })
  },
})

const page = `<!doctype html>
<html lang="zh-Hant-TW">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>元件外觀</title>
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="/src/tools/look/main.tsx"></script>
  </body>
</html>
`
