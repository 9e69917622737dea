/**
 * The key in sessionStorage of the records that the user has opened last in this tab: pages, ids and names without
 * personal data. They are removed with the session.
 */
export const recentRecordsKey = 'RECENT_RECORDS'
