import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useLocation } from 'react-router-dom'
import { registerForm, takeDraft } from '../../browser/drafts'
import type { Row } from '../../schema/types'
import { useSay } from '../parts/use-say'

/** Hands the form's input on when an idle session ends, and fills it in again when its writer has signed in anew. */
export const useDraft = (title: string, form: UseFormReturn): void => {
  const { pathname } = useLocation()
  const say = useSay()

  useEffect(() => registerForm(() => (form.formState.isDirty ? { title, path: pathname, values: form.getValues() } : null)), [form, pathname, title])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form is there
  useEffect(() => {
    const draft = takeDraft(pathname)
    if (!draft) return
    form.reset(draft.values as Row, { keepDefaultValues: true })
    say('已帶回登出前填寫的內容，請確認後儲存。', 'info')
  }, [])
}
