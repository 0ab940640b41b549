/**
 * Asks the server in the same container whether it is ready, for Docker and Podman; without a shell or curl. Kubernetes
 * asks by itself. Over TLS the certificate names another host, which does not matter here.
 */
import { request as plain } from 'node:http';
import { request as encrypted } from 'node:https';

const port = process.env.MATINEE_SERVER_PORT ?? '8080';
const ask = process.env.MATINEE_SERVER_TLS_CERTIFICATE === undefined ? plain : encrypted;
const question = { host: '127.0.0.1', port, path: '/health/ready', timeout: 4_000, rejectUnauthorized: false };

const call = ask(question, (answer) => {
  answer.resume();
  process.exitCode = answer.statusCode === 200 ? 0 : 1;
});
call.on('timeout', () => call.destroy(new Error('no answer in time')));
call.on('error', ({ message }) => {
  process.stderr.write(`not ready: ${message}\n`);
  process.exitCode = 1;
});
call.end();
