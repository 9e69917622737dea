import { resolve } from 'node:path'
import type { Rolldown } from 'vite'

/**
 * The modules with which the site and the admin area start.
 * As entries, they make rolldown's tag `$initial` cover all code up to the first list of the admin area.
 */
export const siteEntries = ['index.html', 'src/admin/AdminArea.tsx']

/**
 * Returns the groups of modules that become one script each.
 * By default rolldown writes a script for each set of pages that share a module, so that the first list needs dozens of
 * scripts.
 * The code of later pages stays in separate scripts.
 * Public pages also load the group `shared`, so it must not contain react-admin.
 */
export const chunkGroups = (): Rolldown.OutputOptions['codeSplitting'] => {
  const tags: ['$initial'] = ['$initial']
  const isImportedByFirstPage = createFirstPageTest()
  return {
    groups: [
      { name: (id, graph) => (isImportedByFirstPage(id, graph) ? 'site' : null), debugName: 'site', tags, priority: 5 },
      { name: 'shared', test: /src\/(browser|domain|contract)\//, tags, priority: 4 },
      { name: 'admin', test: (id) => !siteEntries.some((entry) => id.endsWith(entry)), tags, priority: 3 },
      // Without these four, a form would load one script for each of the components of MUI that it shares with others.
      { name: 'utils', test: /@mui\/(utils|material\/utils)\//, priority: 2 },
      // Charts load it without the other overlays.
      { name: 'popper', test: /@mui\/material\/Popper\//, priority: 2 },
      { name: 'overlays', test: overlays, priority: 1 },
      { name: 'inputs', test: /src\/admin\/fields\/inputs\//, priority: 0 },
    ],
  }
}

/** The components of MUI that open above the page: menus, dialogs, drawers and panels. */
const overlays = /@mui\/material\/(Dialog|Drawer|ListItem|ListSubheader|Menu|Modal|Popover)\w*\//

interface ModuleGraph {
  getModuleInfo(id: string): Pick<Rolldown.ModuleInfo, 'importedIds'> | null
}

/** Returns a function that checks whether the first page imports a module, directly or indirectly. */
const createFirstPageTest = () => {
  const firstPageModules = new Set<string>()
  return (id: string, graph: ModuleGraph): boolean => {
    const visit = (imported: string) => {
      if (firstPageModules.has(imported)) return
      firstPageModules.add(imported)
      graph.getModuleInfo(imported)?.importedIds.forEach(visit)
    }
    visit(resolve('index.html'))
    return firstPageModules.has(id)
  }
}
