import { page } from 'vitest/browser'
import { AdminApp } from '../../src/admin/AdminArea'
import type { ScreenLoaders } from '../../src/admin/screens'
import { configureSite } from '../../src/browser/http/config'
import { openCompanySession } from '../../src/browser/session/session'
import type { CompanyData, MenuInfo } from '../../src/contract/call-responses'
import type { RecordValues } from '../../src/schema/language/language'
import type { SchemaSet } from '../../src/schema/load/schema-set'
import { menuOf } from '../../src/server/accounts/company-session'
import type { BrowserPortal } from '../support/browser/browser-portal'
import { drawRoutes } from '../support/browser/page'

/** Signs a user of the portal in, with the state that a login leaves behind. */
export const signIn = async (
  portal: BrowserPortal,
  user: RecordValues,
  session: Partial<CompanyData> = {},
): Promise<void> => {
  const menu: readonly MenuInfo[] = menuOf(String(user.RoleId), portal.schemas)
  configureSite({ baseAddress: '', source: 'Web', clientIP: '', serviceType: '', idleMinutes: 10, demo: null })
  openCompanySession({
    JWTToken: await portal.companyToken(user),
    UniformNo: String(user.UniformNo),
    MenuInfos: menu,
    data: {
      UniformNo: String(user.UniformNo),
      CustomerName: '示範社區管理委員會',
      UserId: String(user.UserId),
      UserName: String(user.UserName),
      RoleId: String(user.RoleId),
      RoleName: '經辦',
      ApplyCodes: ['77001'],
      LastLoginTime: null,
      LastLoginIP: null,
      MustChangeMima: false,
      MustChangeReason: null,
      MimaDaysLeft: null,
      ...session,
    },
  })
}

/** Renders the admin area at a path; returns the router. */
export const drawAdmin = (schemas: SchemaSet, path: string, screens: ScreenLoaders = {}) =>
  drawRoutes(
    [
      { path: '/admin/*', element: <AdminApp schemas={schemas} screens={screens} /> },
      { path: '*', element: <p>公開網站</p> },
    ],
    path,
  )

/** Chooses an entry of the menu 更多 on a detail page. */
export const chooseFromMenu = async (name: string): Promise<void> => {
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
