import type { CompanyData, CompanyLoginResponse, CompanySessionResponse, MenuInfo } from '../../contract/call-responses'
import { type Right, rights } from '../../domain/access/roles'
import type { KnownValues } from './read-answer'
import { type AnswerValues, itemsOf, neededText, textOr, valuesOf, withDefaults } from './values'

/**
 * Reads the answer of a company's sign-in.
 * Needs JWTToken and MenuInfos with the name of a page as MenuId or at the end of Path.
 * The user is the one who signed in if the answer does not name them.
 */
export const readCompanyLogin = (outData: unknown, known: KnownValues): CompanyLoginResponse => {
  const answer = valuesOf(outData)
  return { JWTToken: neededText(answer, 'JWTToken'), ...companySessionOf(answer, known) }
}

/** Reads the answer of a change of the password; null if it opens no new session. */
export const readMimaChange = (outData: unknown, known: KnownValues): CompanyLoginResponse | null =>
  textOr(valuesOf(outData).JWTToken, '') === '' ? null : readCompanyLogin(outData, known)

const companySessionOf = (answer: AnswerValues, known: KnownValues): CompanySessionResponse => {
  const data = companyDataOf(valuesOf(answer.data), {
    UniformNo: textOr(answer.UniformNo, textOr(known.UniformNo, '')),
    UserId: textOr(known.UserId, ''),
  })
  return { data, MenuInfos: menuOf(itemsOf(answer.MenuInfos).map(valuesOf)), UniformNo: data.UniformNo }
}

const companyDataOf = (data: AnswerValues, user: Pick<CompanyData, 'UniformNo' | 'UserId'>): CompanyData =>
  withDefaults<CompanyData>(data, {
    ...user,
    CustomerName: '',
    UserName: textOr(data.UserId, user.UserId),
    RoleId: '',
    RoleName: '',
    // No agreements means all that the backend lets the user work with.
    ApplyCodes: [],
    LastLoginTime: null,
    LastLoginIP: null,
    MustChangeMima: false,
    MustChangeReason: null,
    MimaDaysLeft: null,
  })

/**
 * Returns the entries of the menu that name a page or a group.
 * The admin area adds the names and the groups that are missing, which its schemas have.
 */
const menuOf = (entries: readonly AnswerValues[]): readonly MenuInfo[] => {
  const groups = new Set(entries.map(({ ParentId }) => ParentId))
  return entries
    .map((entry, index) => menuEntryOf(entry, { index, isGroup: groups.has(entry.MenuId) }))
    .filter(({ MenuId }) => MenuId !== '')
}

const menuEntryOf = (
  entry: AnswerValues,
  { index, isGroup }: { readonly index: number; readonly isGroup: boolean },
): MenuInfo => {
  const MenuId = textOr(entry.MenuId, textOr(entry.Path, '').split('/').at(-1) ?? '')
  return withDefaults<MenuInfo>(entry, {
    MenuId,
    MenuName: '',
    Path: isGroup ? '' : `/admin/${MenuId}`,
    ParentId: '',
    Sort: index,
    // The backend refuses what the user may not do.
    Rights: isGroup ? [] : everyRight,
  })
}

const everyRight = Object.keys(rights) as readonly Right[]
