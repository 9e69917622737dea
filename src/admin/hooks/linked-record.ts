import { useSearchParams } from 'react-router-dom'

/** Returns the id of the record that the URL of a hand-written page names, such as `/admin/noticeRun?id=12`; null if it names none. */
export const useLinkedRecord = (): string | null => useSearchParams()[0].get('id')
