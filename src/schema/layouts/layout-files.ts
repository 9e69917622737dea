import { isIn, type NamedFiles } from '../load/named-files'
import { nameOfFile } from '../load/names'
import type { Layout, LayoutRequirements } from './layout'
import { layoutFindings } from './layout-checks'
import { layoutShapeFindings } from './layout-shape'

const folder = 'schemas/layouts'

/**
 * Returns the files in `schemas/layouts`, and their checks.
 * `requirements` has the layouts that the server processes; if it is absent, any name is valid.
 */
export const layoutFiles = (
  files: readonly { readonly file: string }[],
  requirements?: Readonly<Record<string, LayoutRequirements>>,
): NamedFiles<string, Layout> => ({
  folder,
  names: requirements ? Object.keys(requirements) : files.filter(isLayoutFile).map(({ file }) => nameOfFile(file)),
  id: 'S909',
  kind: 'layout',
  nameDescription: 'the name of a layout',
  shapeFindings: layoutShapeFindings,
  findings: (layout, name) => layoutFindings(layout, requirements?.[name]),
})

/** Checks whether a file declares a layout of bank files rather than a resource. */
export const isLayoutFile = (file: { readonly file: string }): boolean => isIn(folder, file)
