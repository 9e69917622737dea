import { moduleSet, type NamedModule } from './server/module'

/**
 * The modules of the server: those of resources, such as `../resources/whiteList/server.ts`, those of controllers that
 * belong to no resource, and the kinds of bank files.
 * The build finds them; tools that run without Vite read the same folders (`tools/module-files.ts`).
 */
export const modules = moduleSet(
  Object.entries(
    import.meta.glob<NamedModule>(
      ['../resources/*/server.ts', './server/controllers/*.ts', './server/payments/kinds/*.ts'],
      {
        import: 'default',
        eager: true,
      },
    ),
  ).map(([path, module]) => ({ ...module, file: path.replace(/^\.\.\//, '').replace(/^\.\//, 'src/') })),
)
