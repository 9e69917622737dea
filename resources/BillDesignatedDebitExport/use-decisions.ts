import { useTask, useToast } from '../../src/admin'
import { askConfirmation, askText } from '../../src/browser/dialogs/dialogs'
import { countText } from '../../src/browser/format'
import { call } from '../../src/browser/http/client'
import { type DebitFile, useRefreshDebits } from './calls'

/** Returns the functions with which a second person releases or refuses a proposed file, after a question. */
export const useDecisions = ({ FileId, RecordCount, TotalAmount, RequestUser }: DebitFile) => {
  const { busy, run } = useTask()
  const toast = useToast()
  const refresh = useRefreshDebits()
  const decide = (send: () => Promise<unknown>, text: string) =>
    run(async () => {
      try {
        await send()
        toast(text)
      } finally {
        await refresh()
      }
    })
  const release = async () => {
    const question = `確定要放行匯出檔 ${FileId} 嗎？`
    const body = `${RequestUser} 提出，${countText(RecordCount)} 筆，共 ${countText(TotalAmount)} 元。放行後即可下載並送出扣款。`
    if (await askConfirmation(question, { body, confirmText: '放行' }))
      await decide(
        () => call('BillDesignatedDebitExport.Release', { params: { FileId }, body: {}, quiet: true }),
        '已放行，可以下載檔案。',
      )
  }
  const refuse = async () => {
    const Reason = await askText(`退回匯出檔 ${FileId}`, '退回後帳單可以再匯出。', {
      label: '退回原因',
      length: { min: 2, max: 200 },
    })
    if (Reason !== null)
      await decide(
        () => call('BillDesignatedDebitExport.Refuse', { params: { FileId }, body: { Reason }, quiet: true }),
        '已退回。',
      )
  }
  return { busy, release: () => void release(), refuse: () => void refuse() }
}
