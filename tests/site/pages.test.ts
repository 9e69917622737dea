import type { RouteObject } from 'react-router-dom'
import { expect, test } from 'vitest'
import { publicPages } from '../../src/contract/pages'
import { siteRoutes } from '../../src/site/routes'

/** Returns the paths of the routes and of those below them, without the one of unknown paths. */
const pathsOf = (routes: readonly RouteObject[], parent = ''): string[] =>
  routes.flatMap(({ path = '', index, children }) => {
    const own = path.startsWith('/') ? path : path === '' ? parent : `${parent === '/' ? '' : parent}/${path}`
    return [...(path !== '' || index ? [own] : []), ...pathsOf(children ?? [], own)]
  })

test('the server knows the pages of the site, so that every other path is not found', () => {
  const paths = [...new Set(pathsOf(siteRoutes))]
  expect(paths).toContain('/*')
  expect(paths.filter((path) => path !== '/*').sort()).toEqual([...publicPages].sort())
})
