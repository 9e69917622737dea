import { moduleSet, type NamedModule } from './server/module'

/**
 * The modules of the server: those of resources, such as `../resources/whiteList/server.ts`, and those of controllers
 * that belong to no resource.
 * The build finds them; tools that run without Vite read the same folders (`tools/module-files.ts`).
 */
export const modules = moduleSet(
  Object.values(
    import.meta.glob<NamedModule>(['../resources/*/server.ts', './server/controllers/*.ts'], {
      import: 'default',
      eager: true,
    }),
  ),
)
