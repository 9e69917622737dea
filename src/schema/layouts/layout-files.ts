import { isIn, type NamedFiles } from '../load/named-files'
import { type Layout, type LayoutName, requiredFields } from './layout'
import { layoutFindings } from './layout-checks'
import { layoutShapeFindings } from './layout-shape'

/** The files in `schemas/layouts`, and their checks. */
export const layoutFiles: NamedFiles<LayoutName, Layout> = {
  folder: 'schemas/layouts',
  // The cast is needed, because TypeScript has no precise type for the keys of an object.
  names: Object.keys(requiredFields) as LayoutName[],
  id: 'S909',
  kind: 'layout',
  nameDescription: 'the name of a layout',
  shapeFindings: layoutShapeFindings,
  findings: (layout, name) => layoutFindings(layout, requiredFields[name]),
}

/** Checks whether a file declares a layout of bank files rather than a resource. */
export const isLayoutFile = (file: { readonly file: string }): boolean => isIn(layoutFiles.folder, file)
