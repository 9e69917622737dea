/**
 * The property of PUT PortalUser/{SerialId} with the caller's own password. A change of e-mail, mobile or role is refused without it, and with a wrong
 * one; the message in `Errors` under this name asks for it.
 */
export const adminMima = 'AdminMima'
