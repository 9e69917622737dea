import { enums } from '../../domain/enums'
import { isIn, type NamedFiles } from '../load/named-files'
import { slipFindings } from './slip-checks'
import { slipShapeFindings } from './slip-shape'
import type { SlipTemplate, TemplateName } from './template'

/** The files in `schemas/slips`, and their checks. */
export const slipFiles: NamedFiles<TemplateName, SlipTemplate> = {
  folder: 'schemas/slips',
  // The cast is needed, because TypeScript has no precise type for the keys of an object.
  names: Object.keys(enums.BillTemplate) as TemplateName[],
  id: 'S806',
  kind: 'template',
  nameDescription: 'a code of the enum BillTemplate',
  shapeFindings: slipShapeFindings,
  findings: slipFindings,
}

/** Checks whether a file declares a template of slips rather than a resource. */
export const isSlipFile = (file: { readonly file: string }): boolean => isIn(slipFiles.folder, file)
