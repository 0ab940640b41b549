import { useTranslation } from '../../../texts/use-translation.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { useDevices } from '../../../ui/use-devices.ts';
import type { CaptureRequest } from './capture.ts';

const none = 'none';

/** Which camera, such as that at the back of a phone, and which microphone. Names are there once one is allowed. */
export function DeviceFields({
  wanted,
  onChange,
}: {
  readonly wanted: CaptureRequest;
  readonly onChange: (next: CaptureRequest) => void;
}) {
  const { t } = useTranslation('whip');
  const [cameras, microphones] = [useChoosable('videoinput'), useChoosable('audioinput')];
  const toOption = ({ deviceId, label }: MediaDeviceInfo, place: number) => ({
    value: deviceId,
    label: label || t('unnamed', { number: place + 1 }),
  });
  const { cameraId, microphoneId } = wanted;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {cameras.length > 1 && (
        <Select
          label={t('camera')}
          value={cameraId || cameras[0]!.deviceId}
          options={cameras.map(toOption)}
          onChange={(next) => onChange({ ...wanted, cameraId: next })}
        />
      )}
      {microphones.length > 0 && (
        <Select
          label={t('microphone')}
          value={microphoneId === undefined ? none : microphoneId || microphones[0]!.deviceId}
          options={[...microphones.map(toOption), { value: none, label: t('noMicrophone') }]}
          onChange={(next) => onChange({ ...wanted, microphoneId: next === none ? undefined : next })}
        />
      )}
    </div>
  );
}

/** The devices that a person can choose: before one is allowed, browsers give no ids. */
function useChoosable(kind: 'videoinput' | 'audioinput'): readonly MediaDeviceInfo[] {
  return useDevices(kind).filter(({ deviceId }) => deviceId !== '');
}
