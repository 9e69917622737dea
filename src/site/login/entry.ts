import { confirm } from '../../browser/dialogs'
import { dropDraft, keptDraft } from '../../browser/drafts'
import type { CompanyData } from '../../contract/session'

/** Where a company user goes after signing in: to the password that must or should be changed, to the form that an idle logout interrupted, or to the first page. */
export const entryFor = async ({ MustChangeMima, MimaDaysLeft }: CompanyData): Promise<string> => {
  if (MustChangeMima) return changeMima
  if (MimaDaysLeft !== null && (await wantsNewMima(MimaDaysLeft))) return changeMima
  const draft = keptDraft()
  if (draft && (await wantsDraft(draft.title))) return draft.path
  dropDraft()
  return '/admin'
}

const changeMima = '/admin/changeMima'

const wantsNewMima = (days: number) =>
  confirm(`密碼將於 ${days} 天後到期`, { body: '到期後須先變更密碼才能登入使用，建議現在變更。', confirmText: '現在變更', cancelText: '稍後再說' })

const wantsDraft = (title: string) =>
  confirm('要繼續未完成的作業嗎？', { body: `上次登出時，您在「${title}」有尚未儲存的內容。`, confirmText: '繼續填寫', cancelText: '捨棄' })
