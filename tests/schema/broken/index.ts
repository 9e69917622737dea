import type { Cases } from './changed-files'
import { fieldChecks } from './s1-fields'
import { formChecks } from './s1-form'
import { resourceChecks } from './s1-resource'
import { listChecks } from './s2-lists'
import { actionChecks } from './s3-actions'
import { conditionChecks } from './s3-conditions'
import { expressionChecks } from './s3-expressions'
import { permissionChecks } from './s3-permissions'
import { referenceChecks } from './s3-references'
import { ruleChecks } from './s3-rules'
import { bindingChecks } from './s4-bindings'
import { importChecks } from './s6-imports'
import { reportChecks } from './s7-reports'
import { slipChecks } from './s8-slips'
import { layoutChecks } from './s9-layouts'
import { adviceChecks, databaseAdvice } from './w9-advice'

/** The cases of all checks, in the order of their ids. */
export const tables: readonly Cases[] = [
  formChecks,
  fieldChecks,
  resourceChecks,
  listChecks,
  referenceChecks,
  conditionChecks,
  expressionChecks,
  actionChecks,
  permissionChecks,
  ruleChecks,
  bindingChecks,
  importChecks,
  reportChecks,
  slipChecks,
  layoutChecks,
  databaseAdvice,
  adviceChecks,
]
