import { useState } from 'react'
import { useRefresh } from 'react-admin'
import { type ActionDialogProps, useLeaveGuard, useToast } from '../../../src/admin'
import { askConfirmation } from '../../../src/browser/dialogs/dialogs'
import { ApiError } from '../../../src/browser/http/api-error'
import { call } from '../../../src/browser/http/client'
import type { HandlingPreview } from '../../../src/contract/exceptions'
import { type HandlingAction, type Suggestion, type useLine, usePreview, useReloadBills } from '../calls'
import { isReason } from '../inputs/ReasonInput'
import type { ExceptionLine } from '../line'

/** Props of the dialogs of this page. A suggestion fills in the input. */
export interface HandlingDialogProps extends Omit<ActionDialogProps, 'generatedDialog'> {
  readonly suggestion?: Suggestion | undefined
}

/** The name of a call that handles a line. */
export type HandlingCall = HandlingAction | 'Refuse' | 'Withdraw'

/** What a dialog does with its line. */
interface HandlingOptions {
  readonly call: HandlingCall
  readonly line: ReturnType<typeof useLine>
  /** The body of the call without version and reason; null while the input is incomplete. */
  readonly body: Readonly<Record<string, unknown>> | null
  /** What the preview gets in addition to the body. */
  readonly previewed?: Readonly<Record<string, unknown>>
  /** Whether the user has entered something besides the reason. */
  readonly hasInput?: boolean
  readonly needsReason?: boolean
  /**
   * Asks what must be asked before the call, and resolves to what the answer adds to the body; null if the user does
   * not want to go on. `refusal` is the refusal of the call without that question.
   */
  readonly ask?: (refusal: ApiError | null) => Promise<Readonly<Record<string, unknown>> | null>
  /** Whether a successful call has something to print, so that the dialog stays open and names it. */
  readonly hasDocuments?: boolean
  /** Reads the bills that the user has chosen again. */
  readonly reloadInput?: () => Promise<void>
}

/** The state of a handling in its dialog. */
export interface HandlingState {
  readonly line: ExceptionLine
  readonly call: HandlingCall
  readonly reason: string
  readonly needsReason: boolean
  readonly setReason: (reason: string) => void
  readonly effect: ReturnType<typeof usePreview>
  /** Why the call, or its preview, was refused. */
  readonly refusal: Error | null
  /** Whether the refusal says that the line, or a bill, has changed since the dialog read it. */
  readonly isOutdated: boolean
  readonly busy: boolean
  readonly canSubmit: boolean
  /** The line after the call; null before it. */
  readonly done: { readonly line: ExceptionLine; readonly preview: HandlingPreview | undefined } | null
  readonly submit: () => Promise<void>
  readonly reload: () => Promise<void>
  readonly close: () => Promise<void>
}

// A preview that could not be read does not stop the user.
const isRefusal = (error: Error | null): boolean => error instanceof ApiError && !error.hasDialog

// The codes with which a bill is refused that was paid, voided or changed.
const billCodes = ['2004', '2006', '2007']

const isOutdated = (error: Error | null, isPreview: boolean): boolean => {
  if (!(error instanceof ApiError)) return false
  const { code, errors } = error
  if (code === '2009') return true
  // A preview also refuses what the user has just chosen or typed, except an over-payment that the dialog asks about.
  if (isPreview) return code === '2007' && 'BillSerialId' in errors
  return billCodes.includes(code) && ('BillSerialId' in errors || 'Items' in errors)
}

/** Previews and performs a handling of a line, and protects what the user has typed. */
export const useHandling = (dialog: HandlingDialogProps, options: HandlingOptions): HandlingState => {
  const { call: name, line: lineState, body, hasInput = false, needsReason = true } = options
  const { line, isRead, reload } = lineState
  const suggestedReason = dialog.suggestion?.Reason ?? ''
  const [reason, setReason] = useState(suggestedReason)
  const [failure, setFailure] = useState<Error | null>(null)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<HandlingState['done']>(null)
  const reloadBills = useReloadBills(line.SerialId)
  const effect = usePreview(
    line,
    previewedAction(name),
    done ? null : previewBody(name, body && { ...body, ...options.previewed }),
    isRead,
  )
  const finish = useFinish(dialog, name)
  const isDirty = done === null && (hasInput || reason !== suggestedReason)
  useLeaveGuard(isDirty)
  const canSubmit =
    body !== null && isRead && (!needsReason || isReason(reason)) && !effect.isLoading && !isRefusal(effect.error)

  const send = (more: Readonly<Record<string, unknown>>) =>
    call<ExceptionLine>(`TLDetailExceptionHandling.${name}`, {
      params: { [usesId(name) ? 'id' : 'SerialId']: line.SerialId },
      body: {
        ...body,
        ...more,
        ...(needsReason ? { Reason: reason.trim() } : {}),
        UpdateTime: line.UpdateTime,
        // The call is refused if a bill is no longer as the preview has shown it.
        Bills: effect.preview?.Bills.map(({ SerialId, UpdateTime }) => ({ SerialId, UpdateTime })),
      },
    })

  const sendAnswered = async (): Promise<ExceptionLine | null> => {
    const answer = options.ask ? await options.ask(null) : {}
    if (answer === null) return null
    try {
      return await send(answer)
    } catch (error) {
      // A bill that has changed since the preview is always 2009, about which nothing is asked. Only without a preview does
      // the server say here what must be asked.
      const nextAnswer = error instanceof ApiError && options.ask ? await options.ask(error) : null
      if (nextAnswer === null) throw error
      return send(nextAnswer)
    }
  }

  const submit = async () => {
    if (!canSubmit || busy) return
    setBusy(true)
    setFailure(null)
    try {
      const changed = await sendAnswered()
      if (changed === null) return
      const staysOpen = options.hasDocuments === true && changed.WriteOffStatus !== 'PendingRelease'
      finish.say(changed)
      if (staysOpen) setDone({ line: { ...line, ...changed }, preview: effect.preview })
      else finish.end()
    } catch (error) {
      if (!(error instanceof Error)) throw error
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return {
    line,
    call: name,
    reason,
    needsReason,
    setReason,
    effect,
    refusal: failure ?? effect.error,
    isOutdated: failure ? isOutdated(failure, false) : isOutdated(effect.error, true),
    busy,
    canSubmit,
    done,
    submit,
    reload: async () => {
      setBusy(true)
      try {
        await Promise.all([reload(), options.reloadInput?.()])
        await reloadBills()
        setFailure(null)
      } catch (error) {
        if (!(error instanceof Error)) throw error
        setFailure(error)
      } finally {
        setBusy(false)
      }
    },
    close: async () => {
      if (busy) return
      if (done) finish.end()
      else if (!isDirty || (await confirmClosing())) dialog.onClose()
    },
  }
}

// The four actions are calls of the specification, whose paths name the key differently.
const usesId = (name: HandlingCall): boolean => ['Divide', 'ChangeBill', 'ChangeVACAccount', 'Invalid'].includes(name)

// Refuse and Withdraw change nothing but the line's state, which needs no preview.
const previewedAction = (name: HandlingCall): HandlingAction =>
  name === 'Refuse' || name === 'Withdraw' ? 'Release' : name

const previewBody = (name: HandlingCall, body: object | null): object | null =>
  name === 'Refuse' || name === 'Withdraw' ? null : body

/** Returns the functions that say what became of the line, and that close the dialog. */
const useFinish = ({ onDone, onClose }: HandlingDialogProps, name: HandlingCall) => {
  const toast = useToast()
  const refresh = useRefresh()
  return {
    say: (line: ExceptionLine) =>
      toast(
        successText(name, line),
        line.WriteOffStatus === 'Exception' && name === 'ChangeVACAccount' ? 'warning' : 'success',
      ),
    // The list is read again only now, because the row that contains the dialog may leave the list.
    end: () => {
      onDone([])
      onClose()
      refresh()
    },
  }
}

/** Returns the sentence about a successful call. */
export const successText = (name: HandlingCall, { WriteOffStatus, BillNo }: ExceptionLine): string => {
  if (WriteOffStatus === 'PendingRelease') return '已送出，等另一位可放行的人員放行後生效。'
  if (name === 'ChangeVACAccount' && WriteOffStatus !== 'ChangedVAC') return '已更正虛擬帳號，但還不能銷帳。'
  return {
    Divide: '已分拆。',
    ChangeBill: `已改銷到帳單 ${BillNo ?? ''}。`,
    ChangeVACAccount: `已更正虛擬帳號，銷帳到帳單 ${BillNo ?? ''}。`,
    Invalid: '已作廢。',
    Release: '已放行。',
    Refuse: '已退回，交易回到待處理。',
    Withdraw: '已撤回提案，交易回到待處理。',
    Undo: '已取消處理，交易回到待處理。',
  }[name]
}

/** Asks before the input of a dialog is discarded. */
export const confirmClosing = (): Promise<boolean> =>
  askConfirmation('確定要關閉嗎？', {
    body: '填寫的內容將會遺失。',
    confirmText: '關閉',
    cancelText: '繼續填寫',
    discards: true,
  })
