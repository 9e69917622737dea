import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePackage } from './make-package'

// npm run package: writes a folder with everything that a server needs to run without this repository and without npm.
const folder = 'dist/package'
const { packageCount, megabytes } = makePackage(process.cwd(), folder)
// The list of components for vulnerability scanners.
// It includes development packages, which npm marks, because --omit=dev would also omit React.
writeFileSync(
  join(folder, 'sbom.json'),
  execFileSync('npm', ['sbom', '--sbom-format=cyclonedx'], { maxBuffer: 16_777_216 }),
)
console.log(
  `${folder} contains server, site, schemas and ${packageCount} packages (${megabytes} MB). Start it there: node dist/server/main.js`,
)
