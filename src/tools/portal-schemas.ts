import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { endpoints } from '../contract/endpoints'
import { callFacts } from '../contract/openapi/calls'
import type { Known } from '../schema/checks'
import { virtualNames } from '../server/records/virtual-fields'
import { handWritten } from '../server/routes'

/** What is written for schemas to name: calls, expressions, icons, screens. The admin area is read as text, for tools import no browser zone. */
export const knownNames = (): Known => ({
  endpoints: Object.keys(endpoints),
  handWritten,
  calls: callFacts(),
  virtual: virtualNames,
  icons: iconNames(),
  screens: existsSync('resources') ? readdirSync('resources', { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])) : [],
})

const iconNames = (): readonly string[] =>
  [...readFileSync('src/admin/icons.ts', 'utf8').matchAll(/from '@mui\/icons-material\/(\w+)'/g)].map(([, name]) => name ?? '')
