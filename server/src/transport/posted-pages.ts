/** Pages of the web app to which other sites post forms. [TR66] */
import type { FastifyError, FastifyInstance } from 'fastify';
import type { PostedPage } from '../kernel/http/pages.ts';
import { requestErrors } from './errors.ts';
import { sendError } from './rest/app.ts';

/** Maximum size of a form, in bytes: providers send a code of a few kilobytes at most. */
const bodyLimit = 32_768;
const formType = 'application/x-www-form-urlencoded';

/**
 * Accepts the forms and redirects the browser to the page. The fields go into the URL fragment, which no server, log or
 * `Referer` sees. The server does nothing else with them: it sets no cookies, so it does not know who sends the form.
 */
export function addPostedPages(
  app: FastifyInstance,
  { postedPages = [], basePath = '' }: { readonly postedPages?: readonly PostedPage[]; readonly basePath?: string },
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(formType, { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.setErrorHandler<FastifyError>((error, request, reply) => {
      const isOtherType = error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE';
      const message = `The body must be ${formType}.`;
      return sendError(isOtherType ? requestErrors.unsupported_media_type({ message }) : error, request, reply);
    });
    for (const { path, fields } of postedPages) {
      scope.post(path, { bodyLimit }, (request, reply) => {
        const form = new URLSearchParams(String(request.body ?? ''));
        const kept = fields.flatMap((name) => {
          const value = form.get(name);
          return value === null ? [] : [[name, value]];
        });
        return reply
          .code(303)
          .header('cache-control', 'no-store')
          .header('location', `${basePath}${path}#${new URLSearchParams(kept)}`)
          .send();
      });
    }
  });
}
