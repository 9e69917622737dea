import { useEffect } from 'react'
import { useRefresh } from 'react-admin'
import { type ActionDialogProps, useTask, useToast } from '../../src/admin'
import { askConfirmation } from '../../src/browser/dialogs/dialogs'
import { countText } from '../../src/browser/format'
import { call } from '../../src/browser/http/client'

/** Asks whether a held file replaces earlier ones, and says so to the server. */
export const ReplaceDialog = (props: ActionDialogProps) => <ReleaseDialog {...props} release={replacement} />

/** Asks whether a held file adds payments to those of earlier ones, and says so to the server. */
export const AppendDialog = (props: ActionDialogProps) => <ReleaseDialog {...props} release={addition} />

/** The numbers of lines of a held file by difference. `added` and `missing` include the corrected ones. */
interface Figures {
  readonly equal: number
  readonly added: number
  readonly missing: number
  readonly corrected: number
}

/** A call that releases a held file, and what it does in figures. */
interface Release {
  readonly callId: 'BankFile.Replace' | 'BankFile.Append'
  readonly confirmText: string
  readonly question: string
  readonly effects: (figures: Figures) => readonly string[]
}

const replacement: Release = {
  callId: 'BankFile.Replace',
  confirmText: '更正版',
  question: '是先前檔案的更正版嗎？',
  effects: ({ equal, added, missing, corrected }) => [
    `新入帳 ${countText(added - corrected)} 筆。`,
    `更正 ${countText(corrected)} 筆已入帳交易的資料（同帳號、金額、繳款日期），不再入帳。`,
    `相同的 ${countText(equal)} 筆不再入帳。`,
    `缺少的 ${countText(missing - corrected)} 筆維持入帳，列在這一頁；確認沒有這些繳款時，由銀行作業人員沖正。`,
  ],
}

const addition: Release = {
  callId: 'BankFile.Append',
  confirmText: '追加',
  question: '是追加的檔案嗎？',
  effects: ({ equal, added }) => [
    `全部 ${countText(equal + added)} 筆都入帳。`,
    ...(equal > 0 ? [`其中 ${countText(equal)} 筆與已入帳的交易完全相同，會再入帳一次。`] : []),
    '先前檔案的交易不變。',
  ],
}

const ReleaseDialog = ({
  records: [file],
  release,
  onDone,
  onClose,
}: ActionDialogProps & { readonly release: Release }) => {
  const run = useRelease(release)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question is asked once
  useEffect(() => {
    if (!file) return
    const { EqualCount, NewCount, MissingCount, CorrectedCount } = file
    const figures = {
      equal: Number(EqualCount),
      added: Number(NewCount),
      missing: Number(MissingCount),
      corrected: Number(CorrectedCount),
    }
    const question = { body: release.effects(figures).join('\n'), confirmText: release.confirmText }
    void askConfirmation(`「${file.FileName}」${release.question}`, question).then(async (isConfirmed) => {
      if (isConfirmed) {
        await run(file)
        onDone([])
      }
      onClose()
    })
  }, [])
  return null
}

/** Returns the function that releases a file in the version that the user has seen. */
const useRelease = ({ callId }: Release) => {
  const refresh = useRefresh()
  const toast = useToast()
  const { run } = useTask()
  return async ({ SerialId, UpdateTime }: ActionDialogProps['records'][number]): Promise<void> => {
    if (await run(() => call(callId, { params: { SerialId }, body: { UpdateTime } })))
      toast('已排入處理，完成後會顯示在作業通知。')
    // After a refusal, too, the record has often changed since it was read.
    refresh()
  }
}
