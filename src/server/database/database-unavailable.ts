/** The database could not be asked, or the connection broke before it answered; whether a change was kept is unknown. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}
