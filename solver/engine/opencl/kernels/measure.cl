// Kernels that measure a device: a copy, and float multiply-adds. They are a program of their own.
kernel void copy_values(global const float4* from, global float4* to) {
  const size_t k = get_global_id(0);
  to[k] = from[k];
}

// Makes 32 multiply-adds a round, in eight chains.
kernel void multiply_adds(global float* out, int rounds) {
  const float8 a = (float8)(0.5f), b = (float8)(1.0f + 1e-6f * get_global_id(0));
  float8 v = b;
  for (int n = 0; n < rounds; ++n) {
    v = fma(v, a, b);
    v = fma(v, a, b);
    v = fma(v, a, b);
    v = fma(v, a, b);
  }
  out[get_global_id(0)] = v.s0 + v.s1 + v.s2 + v.s3 + v.s4 + v.s5 + v.s6 + v.s7;
}
