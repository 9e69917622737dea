import type { Cases } from './changed-files'
import { fieldChecks } from './e1-fields'
import { formChecks } from './e1-form'
import { resourceChecks } from './e1-resource'
import { listChecks } from './e2-lists'
import { actionChecks } from './e3-actions'
import { conditionChecks } from './e3-conditions'
import { expressionChecks } from './e3-expressions'
import { permissionChecks } from './e3-permissions'
import { referenceChecks } from './e3-references'
import { ruleChecks } from './e3-rules'
import { satisfiabilityChecks } from './e3-satisfiability'
import { writtenChecks } from './e4-written'
import { importChecks } from './e6-imports'
import { reportChecks } from './e7-reports'
import { adviceChecks } from './w9-advice'

/** The cases of all checks, in the order of their ids. */
export const tables: readonly Cases[] = [
  formChecks,
  fieldChecks,
  resourceChecks,
  listChecks,
  referenceChecks,
  conditionChecks,
  satisfiabilityChecks,
  expressionChecks,
  actionChecks,
  permissionChecks,
  ruleChecks,
  writtenChecks,
  importChecks,
  reportChecks,
  adviceChecks,
]
