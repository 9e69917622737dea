import { type NotificationType, useNotify } from 'react-admin'

/** Shows a short message. It is final text, not a key to translate. */
export const useSay = (): ((text: string, type?: NotificationType) => void) => {
  const notify = useNotify()
  return (text, type = 'success') => notify(text, { type, messageArgs: { _: text }, autoHideDuration: type === 'error' ? 8000 : 4000 })
}
