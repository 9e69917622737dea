import { useTask, useToast } from '../../src/admin'
import { askConfirmation, askText } from '../../src/browser/dialogs/dialogs'
import { countText, dateTimeText } from '../../src/browser/format'
import { call } from '../../src/browser/http/client'
import { type DebitFile, useRefreshDebits } from './calls'

/** Returns the functions with which a file is released, refused or withdrawn, after a question. */
export const useDecisions = (file: DebitFile) => {
  const { FileId, RecordCount, TotalAmount, RequestUser, DownloadCount } = file
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
  const withdraw = async () => {
    const { title, text, label, done } = withdrawalOf(file)
    const Reason = await askText(`${title} ${FileId}`, text, { label, length: { min: 2, max: 200 } })
    if (Reason !== null)
      await decide(
        () =>
          call('BillDesignatedDebitExport.Withdraw', {
            params: { FileId },
            body: { Reason, DownloadCount },
            quiet: true,
          }),
        done,
      )
  }
  return { busy, release: () => void release(), refuse: () => void refuse(), withdraw: () => void withdraw() }
}

/** Returns the texts of the dialog that withdraws a file. */
const withdrawalOf = (file: DebitFile) => {
  if (file.State === 'Proposed')
    return { title: '撤回匯出檔', text: '撤回後帳單可以再匯出。', label: '撤回原因', done: '已撤回。' }
  const effect = file.MediaFormat === 'AchP02' ? '繳款人恢復送出前的授權狀態' : '帳單可以再匯出'
  return {
    title: '作廢匯出檔',
    text: `若已送交銀行請勿作廢，否則繳款人可能被重複扣款。\n${downloadsText(file)}\n作廢後檔案不能再下載，${effect}；之後若仍收到扣款成功的回覆，照常入帳。`,
    label: '作廢原因',
    done: '已作廢，請勿將已下載的檔案送交銀行。',
  }
}

const downloadsText = ({ DownloadCount, DownloadUser, DownloadTime }: DebitFile): string =>
  DownloadCount === 0
    ? '這個檔案沒有人下載過。'
    : `這個檔案已下載 ${countText(DownloadCount)} 次，最近一次由 ${DownloadUser} 於 ${dateTimeText(DownloadTime)} 下載。`
