import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { backendPlugin } from './src/tools/vite/backend-plugin.ts'
import { firstPaintPlugin, productionRouterPlugin, replacementPlugin } from './src/tools/vite/build-plugins.ts'
import { chunkGroups, siteEntries } from './src/tools/vite/chunk-groups.ts'
import { lookPlugin } from './src/tools/vite/look-plugin.ts'
import { schemasPlugin } from './src/tools/vite/schemas-plugin.ts'
import { slipPreviewPlugin } from './src/tools/vite/slip-preview-plugin.ts'

export default defineConfig({
  publicDir: 'src/site/public',
  plugins: [
    react(),
    replacementPlugin(),
    productionRouterPlugin(),
    schemasPlugin(),
    slipPreviewPlugin(),
    lookPlugin(),
    backendPlugin(),
    firstPaintPlugin(),
  ],
  builder: {},
  server: { port: Number(process.env.PORT) || 3000, strictPort: true },
  environments: {
    client: {
      build: {
        outDir: 'dist/site',
        manifest: true,
        emptyOutDir: true,
        chunkSizeWarningLimit: 700,
        rolldownOptions: { input: siteEntries, output: { codeSplitting: chunkGroups() } },
        modulePreload: {
          // All browsers that the build supports can preload modules without it.
          polyfill: false,
          // Pages that the admin area loads later need few scripts that are not loaded already.
          // A list of these scripts would cost more than preloading them saves.
          resolveDependencies: (_, dependencies, { hostId }) =>
            /assets\/(index|AdminArea)-/.test(hostId)
              ? dependencies
              : dependencies.filter((name) => name.endsWith('.css')),
        },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/server',
        ssr: true,
        emptyOutDir: true,
        rolldownOptions: {
          input: {
            main: 'src/server/node/main.ts',
            'pglite-worker': 'src/server/node/pglite/worker.ts',
            'sheets-worker': 'src/server/node/sheets/worker.ts',
            'pdf-worker': 'src/server/node/pdf/worker.ts',
            admin: 'src/tools/admin/index.ts',
            backup: 'src/tools/backup/index.ts',
            simulate: 'src/tools/simulate/index.ts',
          },
          // Chunks are in the same folder as the entries, because the shared code looks for the script of the database
          // worker in its own folder.
          output: { chunkFileNames: '[name]-[hash].js' },
        },
      },
    },
  },
})
