import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePackage } from './make'

// npm run package: writes a folder with everything that a server needs to run without this repository and without npm.
const folder = 'dist/package'
const { packages, megabytes } = makePackage(process.cwd(), folder)
// The list of components for vulnerability scanners. npm marks those that only developers use; with --omit=dev it would also omit React.
writeFileSync(join(folder, 'sbom.json'), execFileSync('npm', ['sbom', '--sbom-format=cyclonedx'], { maxBuffer: 16_777_216 }))
console.log(`${folder} holds server, site, schemas and ${packages} packages (${megabytes} MB). Start it there: node dist/server/main.js`)
