import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { backendPlugin } from './src/tools/vite/backend-plugin.ts'
import { firstPaintPlugin, replacementPlugin } from './src/tools/vite/build-plugins.ts'
import { chunkGroups, siteEntries } from './src/tools/vite/chunk-groups.ts'
import { schemasPlugin } from './src/tools/vite/schemas-plugin.ts'
import { slipPreviewPlugin } from './src/tools/vite/slip-preview-plugin.ts'

export default defineConfig({
  publicDir: 'src/site/public',
  plugins: [react(), replacementPlugin(), schemasPlugin(), slipPreviewPlugin(), backendPlugin(), firstPaintPlugin()],
  builder: {},
  server: { port: Number(process.env.PORT) || 3000, strictPort: true },
  environments: {
    client: {
      // Every browser that the build is made for preloads modules by itself.
      build: {
        outDir: 'dist/site',
        manifest: true,
        emptyOutDir: true,
        chunkSizeWarningLimit: 700,
        rolldownOptions: { input: siteEntries, output: { codeSplitting: chunkGroups() } },
        modulePreload: {
          polyfill: false,
          // What the admin area loads later shares nearly all of its code with the open list; the names of these chunks would weigh more than the early load saves.
          resolveDependencies: (_, dependencies, { hostId }) =>
            /assets\/(index|AdminArea)-/.test(hostId) ? dependencies : dependencies.filter((name) => name.endsWith('.css')),
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
          // What server and tool share lies beside them, where it finds the script of the database worker.
          output: { chunkFileNames: '[name]-[hash].js' },
        },
      },
    },
  },
})
