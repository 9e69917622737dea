import { useSearchParams } from 'react-router-dom'

/**
 * Returns the id of a record in the URL of a hand-written page, such as `/admin/noticeRun?id=12`; null if the URL has
 * none.
 */
export const useLinkedRecordId = (): string | null => useSearchParams()[0].get('id')
