import { Button } from '@mui/material'
import { useRecordContext } from 'react-admin'
import { defineScreens, SignInsCard, useAbilities, useSchema, useTask, useToast } from '../../src/admin'
import { askConfirmation } from '../../src/browser/dialogs/dialogs'
import { call } from '../../src/browser/http/client'

/** Renders the latest sign-ins of the user, with a button that ends the active session. */
const UserSignIns = () => {
  const record = useRecordContext()
  const can = useAbilities(useSchema())
  if (!record) return null
  const canEndSession = can('edit') && record.IsOneself !== true
  return (
    <SignInsCard
      user={{ SerialId: String(record.SerialId) }}
      title="登入紀錄"
      note="最近 20 次，新的在前。"
      actions={(signIns, refetch) =>
        canEndSession &&
        signIns.some(({ EndReason }) => EndReason === null) && (
          <EndSessionButton serialId={String(record.SerialId)} userId={String(record.UserId)} onEnd={refetch} />
        )
      }
    />
  )
}

const EndSessionButton = ({ serialId, userId, onEnd }: { serialId: string; userId: string; onEnd: () => void }) => {
  const { busy, run } = useTask()
  const toast = useToast()
  const endSession = async () => {
    const body = '該使用者會立即登出，尚未儲存的內容可能遺失；帳號與密碼不變，仍可重新登入。'
    if (
      !(await askConfirmation(`確定要結束使用者 ${userId} 的登入嗎？`, { body, confirmText: '結束登入', danger: true }))
    )
      return
    if (await run(() => call('PortalUser.EndSessions', { params: { SerialId: serialId } })))
      toast(`使用者 ${userId} 的登入已結束。`)
    onEnd()
  }
  return (
    <Button variant="outlined" color="error" disabled={busy} onClick={() => void endSession()}>
      結束登入
    </Button>
  )
}

export default defineScreens({ ShowExtra: UserSignIns })
