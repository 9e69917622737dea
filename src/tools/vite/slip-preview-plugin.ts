import { isRunnableDevEnvironment, type Plugin } from 'vite'
import { slipsEvent } from './schemas-plugin.ts'

const previewModule = '/src/tools/slip-preview.ts'

/** The path of the page that shows all templates of slips. */
const previewPath = '/slip-preview'

/**
 * Adds a page to the dev server that shows the templates of slips, printed with sample bills.
 * The page updates when a template is saved.
 */
export const slipPreviewPlugin = (): Plugin => ({
  name: 'portal-slip-preview',
  apply: 'serve',
  configureServer({ environments: { ssr }, middlewares }) {
    if (ssr === undefined || !isRunnableDevEnvironment(ssr))
      throw new Error('The dev server needs a runnable ssr environment.')
    middlewares.use(previewPath, (request, response, next) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      const preview: Promise<typeof import('../slip-preview')> = ssr.runner.import(previewModule)
      preview
        .then(async ({ previewPage, previewPdf }) => {
          const [type, body] =
            pathname === '/'
              ? ['text/html; charset=utf-8', previewPage(previewPath, slipsEvent)]
              : await previewPdf(pathname)
          response.setHeader('Content-Type', type).setHeader('Cache-Control', 'no-store').end(body)
        })
        .catch(next)
    })
  },
})
